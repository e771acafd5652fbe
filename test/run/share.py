# SPDX-License-Identifier: MIT
"""Shares of a list, so that ./build.sh check runs a part of what check-all runs whole."""
OPTION = "--share="


def taken(names, words):
    """Of names, each Nth from the Kth (modulo N), if words holds --share=K/N; else all."""
    for word in words:
        if word.startswith(OPTION):
            k, n = map(int, word[len(OPTION):].split("/"))
            return names[k % n::n]
    return names
