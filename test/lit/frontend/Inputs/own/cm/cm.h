#define HEADER_OF_THE_USER
#include_next <cm/cm.h>
