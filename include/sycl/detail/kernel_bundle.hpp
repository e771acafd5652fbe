// SPDX-License-Identifier: MIT
// kernel_id, kernel and kernel_bundle: which kernels the program has, and what a launch of one may use. All kernels are
// compiled ahead of time, so that a bundle of every state holds code that can run.

#ifndef SYCL_DETAIL_KERNEL_BUNDLE_HPP
#define SYCL_DETAIL_KERNEL_BUNDLE_HPP

#include <sycl/detail/device.hpp>
#include <sycl/detail/ids.hpp>
#include <sycl/detail/spec.hpp>

#include <algorithm>

namespace sycl {

enum class bundle_state { input, object, executable };
template <bundle_state State> class kernel_bundle;

namespace info {
namespace kernel {
struct num_args {
    using return_type = uint32_t;
};
struct function_name {
    using return_type = std::string;
};
struct attributes {
    using return_type = std::string;
};
} // namespace kernel
namespace kernel_device_specific {
struct work_group_size {
    using return_type = size_t;
};
struct preferred_work_group_size_multiple {
    using return_type = size_t;
};
struct max_num_sub_groups {
    using return_type = uint32_t;
};
struct max_sub_group_size {
    using return_type = uint32_t;
};
} // namespace kernel_device_specific
} // namespace info

class kernel_id {
  public:
    explicit kernel_id(std::string name) : name_(std::move(name)) {}
    // The mangled name of the kernel's type.
    const char *get_name() const noexcept {
        return name_.c_str();
    }
    friend bool operator==(const kernel_id &a, const kernel_id &b) {
        return a.name_ == b.name_;
    }
    friend bool operator!=(const kernel_id &a, const kernel_id &b) {
        return a.name_ != b.name_;
    }
    friend bool operator<(const kernel_id &a, const kernel_id &b) {
        return a.name_ < b.name_;
    }

  private:
    std::string name_;
};

template <class Name> kernel_id get_kernel_id() {
#ifdef __SYCL_DEVICE_ONLY__
    return kernel_id("");
#else
    return kernel_id(__builtin_sycl_unique_stable_name(Name));
#endif
}
inline std::vector<kernel_id> get_kernel_ids() {
    std::vector<kernel_id> ids;
    for (const std::string &name : detail::machine::get().kernel_names())
        ids.emplace_back(name);
    return ids;
}

class kernel {
  public:
    explicit kernel(kernel_id id) : id_(std::move(id)) {}
    context get_context() const {
        return {};
    }
    backend get_backend() const {
        return backend::ext_oneapi_level_zero;
    }
    kernel_bundle<bundle_state::executable> get_kernel_bundle() const;
    template <class P> typename P::return_type get_info() const {
        if constexpr (std::is_same_v<P, info::kernel::function_name>)
            return id_.get_name();
        else if constexpr (std::is_same_v<P, info::kernel::num_args>)
            return 1; // the function object
        else {
            static_assert(std::is_same_v<P, info::kernel::attributes>, "this property of a kernel is not known");
            return "";
        }
    }
    template <class P> typename P::return_type get_info(const device &) const {
        using namespace info::kernel_device_specific;
        if constexpr (std::is_same_v<P, work_group_size> || std::is_same_v<P, max_num_sub_groups>)
            return detail::machine::get().info().max_group_items;
        else {
            static_assert(std::is_same_v<P, preferred_work_group_size_multiple> ||
                              std::is_same_v<P, max_sub_group_size>,
                          "this property of a kernel is not known");
            return 1; // a thread runs one work-item
        }
    }
    friend bool operator==(const kernel &a, const kernel &b) {
        return a.id_ == b.id_;
    }
    friend bool operator!=(const kernel &a, const kernel &b) {
        return a.id_ != b.id_;
    }

  private:
    kernel_id id_;
};

template <bundle_state State> class kernel_bundle {
  public:
    explicit kernel_bundle(std::vector<kernel_id> ids, detail::spec_values values = {})
        : ids_(std::move(ids)), values_(std::move(values)) {}
    context get_context() const {
        return {};
    }
    backend get_backend() const {
        return backend::ext_oneapi_level_zero;
    }
    std::vector<device> get_devices() const {
        return std::vector<device>(1);
    }
    bool empty() const noexcept {
        return ids_.empty();
    }
    std::vector<kernel_id> get_kernel_ids() const {
        return ids_;
    }
    bool has_kernel(const kernel_id &id) const noexcept {
        return std::find(ids_.begin(), ids_.end(), id) != ids_.end();
    }
    bool has_kernel(const kernel_id &id, const device &) const noexcept {
        return has_kernel(id);
    }
    template <class Name> bool has_kernel() const noexcept {
        return has_kernel(get_kernel_id<Name>());
    }
    kernel get_kernel(const kernel_id &id) const {
        static_assert(State == bundle_state::executable, "get_kernel takes a bundle in the state executable");
        if (!has_kernel(id))
            throw exception(make_error_code(errc::invalid),
                            "the bundle has no kernel '" + std::string(id.get_name()) + "'");
        return kernel(id);
    }
    template <class Name> kernel get_kernel() const {
        return get_kernel(get_kernel_id<Name>());
    }
    // Values for the launches of handlers that use the bundle; a handler's own values win.
    template <auto &Id> void set_specialization_constant(detail::spec_type<Id> v) {
        static_assert(State == bundle_state::input,
                      "set_specialization_constant takes a bundle in the state input, before it is built");
        values_.template set<Id>(v);
    }
    template <auto &Id> detail::spec_type<Id> get_specialization_constant() const {
        return values_.template get<Id>();
    }
    bool contains_specialization_constants() const noexcept {
        return values_.count() > 0;
    }
    const detail::spec_values &specialization_values() const {
        return values_;
    }
    friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) {
        return a.ids_ == b.ids_;
    }
    friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) {
        return !(a == b);
    }

  private:
    std::vector<kernel_id> ids_;
    detail::spec_values values_;
};
inline kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
    return kernel_bundle<bundle_state::executable>({id_});
}

// The bundle of these kernels, all of which the program must have.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &, const std::vector<device> &,
                                       const std::vector<kernel_id> &ids) {
    const std::vector<kernel_id> all = get_kernel_ids();
    for (const kernel_id &id : ids)
        if (std::find(all.begin(), all.end(), id) == all.end())
            throw exception(make_error_code(errc::invalid),
                            "the program has no kernel '" + std::string(id.get_name()) + "'");
    return kernel_bundle<State>(ids);
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
    return get_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &d) {
    return get_kernel_bundle<State>(c, d, get_kernel_ids());
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
    return get_kernel_bundle<State>(c, c.get_devices());
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &d) {
    return get_kernel_bundle<State>(c, d, {get_kernel_id<Name>()});
}
template <class Name, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
    return get_kernel_bundle<Name, State>(c, c.get_devices());
}

template <bundle_state State>
bool has_kernel_bundle(const context &, const std::vector<device> &, const std::vector<kernel_id> &ids) {
    const std::vector<kernel_id> all = get_kernel_ids();
    return std::all_of(ids.begin(), ids.end(),
                       [&](const kernel_id &id) { return std::find(all.begin(), all.end(), id) != all.end(); });
}
template <bundle_state State> bool has_kernel_bundle(const context &, const std::vector<device> & = {}) {
    return !get_kernel_ids().empty();
}
inline bool is_compatible(const std::vector<kernel_id> &ids, const device &) {
    return has_kernel_bundle<bundle_state::executable>({}, {}, ids);
}
template <class Name> bool is_compatible(const device &d) {
    return is_compatible({get_kernel_id<Name>()}, d);
}

inline kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input> &b) {
    return kernel_bundle<bundle_state::object>(b.get_kernel_ids(), b.specialization_values());
}
inline kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object> &b) {
    return kernel_bundle<bundle_state::executable>(b.get_kernel_ids(), b.specialization_values());
}
inline kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input> &b) {
    return link(compile(b));
}

} // namespace sycl

#endif
