// C, C++ and what builds them. A Makefile runs commands as soon as it is read (`$(shell …)`), so even `make -n` builds.
import { flags, optionalText, text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { programsOf, raise, row, writes } from '../row.ts'

const utility = programsOf('utility')

const unlisted = programsOf('unlisted')

const VERSION = { options: {}, operands: 'none' } as const

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const MAKERS: readonly Program[] = [
  {
    names: 'make gmake',
    toolchain: 'make',
    rows: [
      row('', 'builds', 'make -j4 test', 'make --eval=x', {
        script: 'make',
        options: {
          ...flags(
            '-B --always-make -d -e --environment-overrides -i --ignore-errors -k --keep-going -n --just-print --dry-run --recon -p -q',
          ),
          ...flags(
            '--question -r --no-builtin-rules -R -s --silent --quiet -S -t --touch -w --print-directory --no-print-directory --trace',
          ),
          ...flags('--warn-undefined-variables --print-data-base --no-keep-going --stop'),
          '-C --directory -f --file --makefile -I --include-dir -o --old-file --assume-old -W --what-if --new-file --assume-new': word,
          '-j --jobs -l --load-average --max-load -O --output-sync --debug': optionalText,
          '--eval -E': text,
        },
        raises: { ...raise('code', '--eval -E SHELL'), ...raise('serves', 'dev serve start watch') },
      }),
      row('--version|-v|--help|-h', 'looks', 'make --version', 'make --eval=x'),
    ],
  },
  {
    names: 'just task',
    toolchain: 'make',
    rows: [
      row('', 'builds', 'just test', 'just --command sh', {
        options: { '-f --justfile -d --working-directory --dotenv-path -t --taskfile': word, '--set': text, '-c --command --shell': text },
        raises: {
          ...raise('code', '-c --command --shell --shell-arg -e --edit'),
          ...raise('serves', 'dev serve start watch -w --watch'),
        },
      }),
      row('--list|-l|--summary|--show|--dump|--version|-V|--help', 'looks', 'just --list', 'just --command sh'),
    ],
  },
  {
    names: 'ninja samu',
    toolchain: 'cmake',
    rows: [row('', 'builds', 'ninja -C build', 'ninja -C ../build', { options: { '-C -f': word, '-j -k -l -d -t -w': text } })],
  },
  {
    names: 'cmake',
    toolchain: 'cmake',
    rows: [
      row('', 'builds', 'cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug', 'cmake -S . -B ../build', {
        options: {
          '-S -B -C -P --build --install --open --preset --toolchain': word,
          '-G -T -A -D -U --target -t --config --parallel -j': text,
        },
        raises: raise('installs', '--install'),
      }),
      row('-E', 'builds', 'cmake -E make_directory out', 'cmake -E make_directory ../out'),
      row('--version|-version|/V|--help', 'reads', 'cmake --version', 'cmake --build build', VERSION),
    ],
  },
  {
    names: 'ctest cpack',
    toolchain: 'cmake',
    rows: [
      row('', 'builds', 'ctest --test-dir build', 'ctest -D Experimental', {
        options: {
          '--test-dir --build-config -C --output-log -O --output-junit --preset': word,
          '-R -E -L -LE -j --parallel --timeout -I -G': text,
        },
        // They submit the results to a server.
        raises: raise('sends', '-D --dashboard -M --test-model -T --test-action -S --script -SP --script-new-process --extra-submit'),
      }),
      row('--version|--help', 'reads', 'ctest --version', 'ctest -D Experimental', VERSION),
    ],
  },
  {
    names: 'meson',
    toolchain: 'cmake',
    rows: [
      row('setup|configure|compile|test|dist|format|env2mfile|rewrite', 'builds', 'meson setup build', 'meson install'),
      row('introspect|--version|-v|help', 'looks', 'meson introspect build', 'meson install'),
      row('subprojects|wrap|init', 'fetches', 'meson wrap install zlib', 'meson install'),
      row('install|devenv', 'installs', 'meson install', 'meson install -C ../x'),
    ],
  },
  {
    names: 'bazel bazelisk buck2',
    toolchain: 'cmake',
    rows: [
      row('build|test|run|coverage|clean|mobile-install', 'builds', 'bazel test //...', 'bazel fetch //...', { operands: 'text' }),
      row('query|cquery|aquery|info|version|help|--version|analyze-profile|mod|dump', 'looks', 'bazel query //...', 'bazel fetch //...', {
        operands: 'text',
      }),
      row('fetch|sync|vendor', 'fetches', 'bazel fetch //...', 'bazel shutdown', { operands: 'text' }),
      row('shutdown', 'controls', 'bazel shutdown', 'bazel shutdown ../x'),
    ],
  },
  {
    names: 'autoreconf autoconf automake aclocal libtoolize pkg-config pkgconf conan vcpkg scons xmake premake5',
    toolchain: 'make',
    rows: [
      row('', 'builds', 'autoreconf -fi', 'conan install .', {
        raises: { ...raise('fetches', 'install'), ...raise('sends', 'upload remote') },
      }),
    ],
  },
]

/** They name another program, or code that the compiler loads. */
const COMPILER_RUNS = raise('code', '-wrapper -fplugin -specs --specs -B -fuse-ld -Xclang -load -fpass-plugin -ld-path --ld-path')

const COMPILERS: readonly Program[] = [
  {
    names: 'cc g++ c++ clang clang++ gfortran tcc c99 c89 cpp x86_64-linux-gnu-gcc aarch64-linux-gnu-gcc arm-none-eabi-gcc nvcc',
    toolchain: 'utility',
    rows: [
      row('', 'builds', 'g++ -O2 -o a a.cpp', 'g++ -wrapper sh a.cpp', {
        options: { '-o': writes, '-I -L -include -isystem -D -U -l -x': word },
        raises: COMPILER_RUNS,
      }),
      row('--version|-dumpversion|-dumpmachine', 'reads', 'g++ --version', 'g++ a.cpp', VERSION),
    ],
  },
  utility('emcc em++', 'builds', ['emcc a.c', 'emcc ../a.c'], { options: { '-o': writes } }),
  utility('ld ld.gold ld.lld lld gold as nasm yasm', 'builds', ['ld -o a a.o', 'ld -o ../a a.o'], {
    options: { '-o': writes },
    raises: raise('code', '-plugin --plugin -dynamic-linker'),
  }),
  utility('ar ranlib', 'changes', ['ar rcs liba.a a.o', 'ar rcs ../liba.a a.o'], {
    operands: 'changed',
    raises: raise('code', '--plugin'),
  }),
  utility('strip objcopy', 'changes', ['strip a.out', 'strip ../a.out'], { operands: 'changed', raises: raise('code', '--plugin') }),
  utility('clang-format', 'looks', ['clang-format src/a.c', 'clang-format -i src/a.c'], { raises: raise('changes', '-i') }),
  utility('clang-tidy cppcheck scan-build iwyu include-what-you-use', 'builds', ['clang-tidy a.c', 'clang-tidy -load=a.so a.c'], {
    raises: raise('code', '-load --load -export-fixes'),
  }),
  unlisted('gdb lldb', 'code', ['gdb ./a', 'gdb ../a']),
  unlisted('valgrind strace ltrace perf gprof gcov lcov gcovr hyperfine', 'code', ['valgrind ./a', 'valgrind ../a']),
  programsOf('make')('flex bison lex yacc m4 re2c gperf', 'builds', ['bison -d a.y', 'bison -o ../a.c a.y']),
  unlisted('doxygen pandoc dot graphviz pdflatex xelatex lualatex latexmk tectonic', 'builds', ['doxygen Doxyfile', 'doxygen ../Doxyfile']),
  unlisted('convert magick identify ffmpeg ffprobe sox', 'builds', ['ffmpeg -i a.mp4 b.mp3', 'ffmpeg -i ../a.mp4 b.mp3']),
]

const BINARIES: readonly Program[] = [
  utility('nm', 'reads', ['nm -C a.o', 'nm --plugin a.so a.o'], {
    operands: 'read',
    options: {
      ...flags(
        '-a --debug-syms -A -o --print-file-name -B -C --demangle -D --dynamic -g --extern-only -n -v --numeric-sort -p --no-sort -P',
      ),
      ...flags('--portability -r --reverse-sort -S --print-size -s --print-armap --size-sort -u --undefined-only --defined-only -V'),
      ...flags('--version -h --help --special-syms --synthetic --with-symbol-versions --no-demangle -W --no-weak --quiet'),
      '-f --format -t --radix --ifunc-chars': text,
    },
  }),
  utility('objdump', 'reads', ['objdump -d a.o', 'objdump -S a.o'], {
    operands: 'read',
    options: {
      ...flags(
        '-a --archive-headers -f --file-headers -p --private-headers -h --headers --section-headers -x --all-headers -d --disassemble-all',
      ),
      ...flags('-D -s --full-contents -t --syms -T --dynamic-syms -r --reloc -R --dynamic-reloc -C -w --wide -z --disassemble-zeroes'),
      ...flags('--no-show-raw-insn --show-raw-insn --prefix-addresses --no-addresses --visualize-jumps -v --version -i --info -H --help'),
      '--disassemble --demangle': optionalText,
      '-j --section -M --disassembler-options -m --architecture --start-address --stop-address --insn-width': text,
    },
  }),
  utility('readelf', 'reads', ['readelf -h a.o', 'readelf --debug-dump a.o'], {
    operands: 'read',
    options: {
      ...flags('-a --all -h --file-header -l --program-headers --segments -S --section-headers --sections -g --section-groups -t'),
      ...flags('--section-details -e --headers -s --syms --symbols --dyn-syms -n --notes -r --relocs -u --unwind -d --dynamic -V'),
      ...flags('--version-info -A --arch-specific -D --use-dynamic -I --histogram -W --wide -T --silent-truncation -v --version -H --help'),
      '-C': {},
      '--demangle': optionalText,
      '-x --hex-dump -p --string-dump -R --relocated-dump': text,
    },
  }),
  utility('size', 'reads', ['size a.o', 'size --target=x ../a.o'], {
    operands: 'read',
    options: { ...flags('-A -B -G -d -o -x -t --totals --common -h --help -V -v --version'), '--format --radix': text },
  }),
  utility('strings', 'reads', ['strings -n 8 a.bin', 'strings -T binary a.bin'], {
    operands: 'read',
    options: {
      ...flags('-a --all -d --data -f --print-file-name -o -w --include-all-whitespace -h --help -v -V --version'),
      '-n --bytes -t --radix -e --encoding -s --output-separator -U --unicode': text,
    },
  }),
  utility('c++filt', 'reads', ['c++filt _Z1fv', 'c++filt @names'], {
    operands: 'text',
    options: { ...flags('-_ -n -p -t -i -r --types --no-params --no-verbose --help --version'), '-s --format': text },
  }),
  // It starts the program itself to see what it loads.
  utility('ldd', 'code', ['ldd a.out', 'ldd ../a.out']),
]

export const NATIVE: readonly Program[] = [...MAKERS, ...COMPILERS, ...BINARIES]
