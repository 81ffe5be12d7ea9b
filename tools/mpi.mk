# MPI=1: commands of many ranks by Open MPI. Only the file that speaks to it is compiled for it (sim/ranks/ranks.c).
MPI_FLAGS := -DWITH_MPI=1 $(shell pkg-config --cflags ompi-c 2>/dev/null || mpicc --showme:compile)
MPI_LIBS  := $(shell pkg-config --libs ompi-c 2>/dev/null || mpicc --showme:link)
$(if $(MPI_LIBS),,$(error MPI=1: no Open MPI found; on Debian: apt-get install libopenmpi-dev openmpi-bin))
