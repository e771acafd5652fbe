// SPDX-License-Identifier: MIT
// What the examples share on the host side: command lines and files. Every failure is a std::runtime_error whose text
// names the option or the file and the reason.

#ifndef EXAMPLES_ESIMD_COMMON_OPTIONS_HPP
#define EXAMPLES_ESIMD_COMMON_OPTIONS_HPP

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

// An option with a value: a number from least to most, or a text.
struct option {
    const char *name, *meaning;
    unsigned *number;
    unsigned least, most;
    std::string *text;

    option(const char *name, const char *meaning, unsigned &number, unsigned least, unsigned most)
        : name(name), meaning(meaning), number(&number), least(least), most(most), text(nullptr) {}
    option(const char *name, const char *meaning, std::string &text)
        : name(name), meaning(meaning), number(nullptr), least(0), most(0), text(&text) {}

    void set(const char *value) const {
        if (text) {
            *text = value;
            return;
        }
        char *end;
        errno = 0;
        const unsigned long long n = std::strtoull(value, &end, 10);
        if (errno || end == value || *end || value[0] == '-' || n < least || n > most)
            throw std::runtime_error(std::string(name) + ": '" + value + "' is not a number from " +
                                     std::to_string(least) + " to " + std::to_string(most));
        *number = (unsigned)n;
    }
};

inline std::string usage(std::initializer_list<option> options) {
    std::string text = "the options are:";
    for (const option &o : options)
        text += std::string("\n    ") + o.name + "  " + o.meaning;
    return text;
}

// Sets the variables of the options that the command line names.
inline void parse_options(int argc, char **argv, std::initializer_list<option> options) {
    for (int i = 1; i < argc; i += 2) {
        const option *found = nullptr;
        for (const option &o : options)
            if (std::strcmp(argv[i], o.name) == 0)
                found = &o;
        if (!found)
            throw std::runtime_error(std::string("unknown option '") + argv[i] + "'; " + usage(options));
        if (i + 1 == argc)
            throw std::runtime_error(std::string(argv[i]) + ": the value is missing");
        found->set(argv[i + 1]);
    }
}

inline std::vector<uint8_t> read_file(const std::string &path) {
    std::FILE *f = std::fopen(path.c_str(), "rb");
    if (!f)
        throw std::runtime_error(path + ": cannot open: " + std::strerror(errno));
    std::vector<uint8_t> bytes;
    uint8_t part[1 << 16];
    while (const size_t n = std::fread(part, 1, sizeof part, f))
        bytes.insert(bytes.end(), part, part + n);
    const int error = std::ferror(f) ? errno : 0;
    std::fclose(f);
    if (error)
        throw std::runtime_error(path + ": cannot read: " + std::strerror(error));
    return bytes;
}

// Writes the whole file or leaves none; a device stays where it is.
inline void write_file(const std::string &path, const std::string &head, const void *data, size_t size_b) {
    std::FILE *f = std::fopen(path.c_str(), "wb");
    if (!f)
        throw std::runtime_error(path + ": cannot create: " + std::strerror(errno));
    bool ok = std::fwrite(head.data(), 1, head.size(), f) == head.size() && std::fwrite(data, 1, size_b, f) == size_b;
    ok = std::fclose(f) == 0 && ok;
    if (!ok) {
        const int error = errno;
        if (std::filesystem::is_regular_file(path))
            std::remove(path.c_str());
        throw std::runtime_error(path + ": cannot write: " + std::strerror(error));
    }
}

#endif
