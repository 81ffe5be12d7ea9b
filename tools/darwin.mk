# macOS: libraries of Homebrew, OpenMP of its libomp, and how a library for other programs is linked there.
BREW         := $(shell brew --prefix 2>/dev/null || echo /opt/homebrew)
OPENMP       := -Xpreprocessor -fopenmp -I$(BREW)/opt/libomp/include
OPENMP_LIBS  := -L$(BREW)/opt/libomp/lib -lomp
SYSTEM       := -I$(BREW)/include -D_DARWIN_C_SOURCE
SYSTEM_LIBS  := -L$(BREW)/lib
SHARED       := libpasur.$(ABI).dylib
SHARED_LINK  := libpasur.dylib
SHARED_FLAGS  = -dynamiclib -install_name $(PREFIX)/$(LIB)/$(SHARED) -current_version $(VERSION) -compatibility_version $(ABI)
HARDEN_LINK  :=
