# CONFIG=web: the page's program as WebAssembly, by clang and wasi-libc.
LUA_FLAGS :=
LUA :=
CC := clang
MACHINE := wasm32-wasi
FLAGS_web := --target=wasm32-wasi -O3 -DNDEBUG -msimd128 -mbulk-memory -fvisibility=hidden -ftls-model=local-exec \
    -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -Iweb/wasi -Werror \
    -Wno-unused-parameter -Wno-unknown-pragmas # of the threads that a page does not have
OPENMP :=
OPENMP_LIBS :=

# What a page can do of the program, with the nets as bytes that this assembler cannot include.
WEB_OBJ := $(patsubst %.c,$(OUT)/%.o,$(filter-out agents/bots/%,$(LIBRARY_SRC)) $(call sources,web) \
    $(addprefix sim/,files/text_buffer.c advise.c rollouts.c players.c schedule.c voids.c)) $(patsubst data/%.net,$(OUT)/data/net_%.o,$(wildcard data/*.net))
$(OUT)/data/net_%.o: data/%.net web/bytes.sh $(OUT)/flags
	@mkdir -p $(@D)
	$(Q)sh web/bytes.sh net_$* $< > $(@:.o=.s) && $(CC) --target=wasm32-wasi -c -o $@ $(@:.o=.s)
$(OUT)/pasur.wasm: $(WEB_OBJ) $(VERSION_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(FLAGS_web) -mexec-model=reactor -Wl,--gc-sections,--strip-all -Wl,-z,stack-size=4194304 \
	    -Wl,--initial-memory=33554432 -o $@ $^ -lwasi-emulated-signal -lwasi-emulated-process-clocks -lm
