#ifndef FIRST_H_
#define FIRST_H_
#ifdef SHIM
#include "shim_support.h"
#else
#include <cm/cm.h>
#endif
typedef vector<int, 16> row;
#endif
