// A header of the user that holds macros only.
#ifndef NUMBERS_H
#define NUMBERS_H
#define FIRST 1
#endif
