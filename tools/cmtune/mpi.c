// SPDX-License-Identifier: MIT
// cmtune-mpi: the same with the variants shared by the processes of an MPI job. Only the number of processes and
// barriers come from MPI; results meet in their file.

#include "cmtune.h"

#include <mpi.h>
#include <time.h>

// Sleeps between looks: a barrier would keep a core busy that another process's variants need.
static void wait_for_all(void) {
    const struct timespec pause = {.tv_nsec = 10000000};
    MPI_Request request;
    int done = MPI_Ibarrier(MPI_COMM_WORLD, &request) != MPI_SUCCESS;
    while (!done && MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
        nanosleep(&pause, NULL);
}

int main(int argc, char **argv) {
    int rank, size;
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS || MPI_Comm_rank(MPI_COMM_WORLD, &rank) != MPI_SUCCESS ||
        MPI_Comm_size(MPI_COMM_WORLD, &size) != MPI_SUCCESS)
        return 1;
    const tune_team team = {(uint32_t)rank, (uint32_t)size, wait_for_all};
    const int status = tune_main(argc, argv, &team);
    MPI_Finalize();
    return status;
}
