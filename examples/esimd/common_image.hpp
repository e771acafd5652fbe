// SPDX-License-Identifier: MIT
// Images of bytes for the examples: binary PGM (grey) and PPM (red, green, blue) files, and a drawn picture.

#ifndef EXAMPLES_ESIMD_COMMON_IMAGE_HPP
#define EXAMPLES_ESIMD_COMMON_IMAGE_HPP

#include "common_options.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <random>

constexpr unsigned MAX_IMAGE_SIDE = 16384;

struct image {
    unsigned width, height, channels; // 1 channel: grey; 3: red, green, blue
    std::vector<uint8_t> bytes;

    image(unsigned width, unsigned height, unsigned channels)
        : width(width), height(height), channels(channels), bytes((size_t)width * height * channels) {}
    uint8_t *row(unsigned y) {
        return bytes.data() + (size_t)y * width * channels;
    }
    const uint8_t *row(unsigned y) const {
        return bytes.data() + (size_t)y * width * channels;
    }
};

// Reads the numbers of a PGM or PPM header. A comment reaches from # to the end of its line.
class image_header {
  public:
    image_header(const std::string &path, const std::vector<uint8_t> &file) : path_(path), file_(file), at_(2) {}

    unsigned number(const char *what, unsigned least, unsigned most) {
        skip_space();
        unsigned long n = 0;
        const size_t first = at_;
        while (at_ < file_.size() && std::isdigit(file_[at_]) && n <= most)
            n = n * 10 + (file_[at_++] - '0');
        if (at_ == first)
            fail(std::string("the header has no ") + what);
        if (n < least || n > most)
            fail(std::string("the ") + what + " is not from " + std::to_string(least) + " to " + std::to_string(most));
        return (unsigned)n;
    }
    // The pixels follow one byte of white space.
    size_t pixels() {
        if (at_ == file_.size() || !std::isspace(file_[at_]))
            fail("no white space after the header");
        return at_ + 1;
    }
    [[noreturn]] void fail(const std::string &why) const {
        throw std::runtime_error(path_ + ": " + why);
    }

  private:
    void skip_space() {
        while (at_ < file_.size() && (std::isspace(file_[at_]) || file_[at_] == '#'))
            if (file_[at_++] == '#')
                while (at_ < file_.size() && file_[at_] != '\n')
                    at_++;
    }
    const std::string &path_;
    const std::vector<uint8_t> &file_;
    size_t at_;
};

inline image read_image(const std::string &path, unsigned channels) {
    const std::vector<uint8_t> file = read_file(path);
    image_header header(path, file);
    if (file.size() < 2 || file[0] != 'P' || file[1] != (channels == 1 ? '5' : '6'))
        header.fail(channels == 1 ? "not a binary PGM file" : "not a binary PPM file");
    const unsigned width = header.number("width", 1, MAX_IMAGE_SIDE);
    const unsigned height = header.number("height", 1, MAX_IMAGE_SIDE);
    if (header.number("largest value", 1, 65535) != 255)
        header.fail("the largest value is not 255");
    image picture(width, height, channels);
    const size_t at = header.pixels(), there = file.size() - at;
    if (there < picture.bytes.size())
        header.fail("the file ends after " + std::to_string(there) + " of " + std::to_string(picture.bytes.size()) +
                    " bytes of pixels");
    std::memcpy(picture.bytes.data(), file.data() + at, picture.bytes.size());
    return picture;
}

inline void write_image(const std::string &path, const image &picture) {
    const std::string head = std::string(picture.channels == 1 ? "P5\n" : "P6\n") + std::to_string(picture.width) +
                             " " + std::to_string(picture.height) + "\n255\n";
    write_file(path, head, picture.bytes.data(), picture.bytes.size());
}

// Coloured rings with a little noise: smooth areas, edges in all directions, every byte value.
inline image draw_image(unsigned width, unsigned height, unsigned channels, unsigned seed) {
    std::mt19937 random(seed);
    image picture(width, height, channels);
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++)
            for (unsigned c = 0; c < channels; c++) {
                const double from_centre = std::hypot(x - width * (0.3 + 0.2 * c), y - height * 0.5);
                const double level = 112 + 112 * std::sin(from_centre / (3 + c));
                picture.row(y)[x * channels + c] = (uint8_t)(level + random() % 32);
            }
    return picture;
}

// The options -w, -h, -s, -i and -o of an image program say where its picture comes from.
struct image_source {
    unsigned width = 640, height = 480, seed = 1;
    std::string input, output;

    image get(unsigned channels) const {
        return input.empty() ? draw_image(width, height, channels, seed) : read_image(input, channels);
    }
};

#endif
