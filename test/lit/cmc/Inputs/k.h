#define FROM_HEADER 4
