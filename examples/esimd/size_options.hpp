// SPDX-License-Identifier: MIT
// Command lines of the examples whose options are all numbers, --name=NUMBER. A mistake ends the program with status 1
// and a message that names the option and what would be right.

#ifndef EXAMPLES_ESIMD_SIZE_OPTIONS_HPP
#define EXAMPLES_ESIMD_SIZE_OPTIONS_HPP

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

[[noreturn]] inline void fail(const char *program, const std::string &why) {
    std::fprintf(stderr, "%s: %s\n", program, why.c_str());
    std::exit(1);
}

// From least to most, and a multiple of a number.
struct option {
    const char *name;
    int *value, least, most, multiple = 1;
};

inline void set(const char *program, const option &o, const std::string &text) {
    char *end;
    const long v = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || v < o.least || v > o.most || v % o.multiple != 0)
        fail(program, std::string(o.name) + "=" + text + ": expected a number from " + std::to_string(o.least) +
                          " to " + std::to_string(o.most) +
                          (o.multiple > 1 ? ", a multiple of " + std::to_string(o.multiple) : ""));
    *o.value = (int)v;
}

inline void parse(const char *program, int argc, char **argv, std::initializer_list<option> options) {
    for (int i = 1; i < argc; i++) {
        const std::string word = argv[i], name = word.substr(0, word.find('='));
        auto o = std::find_if(options.begin(), options.end(), [&](const option &x) { return name == x.name; });
        if (o == options.end())
            fail(program, word + ": unknown option");
        set(program, *o, name.size() < word.size() ? word.substr(name.size() + 1) : "");
    }
}

#endif
