// cargo and its kin. Even `cargo --version` obeys rust-toolchain.toml of the workspace, which can name a toolchain by its path: nothing of it
// is LOW.
import { flags, text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { raise, row } from '../row.ts'

const CARGO_VALUES = {
  '-p --package --bin --example --test --bench --features -F --profile --target --message-format --exclude -j --jobs --color': text,
  '--manifest-path --target-dir --config --artifact-dir --lockfile-path': word,
}
const CARGO_RAISES = raise('code', '--config')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const CARGO: Program = {
  names: 'cargo',
  toolchain: 'rust',
  options: { ...flags('-q --quiet -v --verbose --locked --offline --frozen'), '--color': text, '--config': word, '-Z': text, '-C': word },
  raises: CARGO_RAISES,
  rows: [
    row('build|b|check|c|test|t|bench|clippy|doc|d|rustc|rustdoc', 'builds', 'cargo build --release', 'cargo build --config net.x=1', {
      options: CARGO_VALUES,
      raises: CARGO_RAISES,
    }),
    row('run|r', 'builds', 'cargo run --release', 'cargo run --config net.x=1', { options: CARGO_VALUES, raises: CARGO_RAISES }),
    row(
      'fmt|fix|clean|expand|machete|sort|udeps|miri|llvm-cov|tarpaulin|nextest|hack|insta|make|mutants',
      'builds',
      'cargo fmt',
      'cargo install x',
      { options: CARGO_VALUES, raises: CARGO_RAISES },
    ),
    row('package', 'builds', 'cargo package', 'cargo publish', { options: CARGO_VALUES }),
    row('metadata|tree|pkgid|locate-project|read-manifest|verify-project|bloat|modules', 'looks', 'cargo tree', 'cargo update'),
    row('--version|-V|--list|help|--help|-h|version', 'looks', 'cargo --version', 'cargo install x'),
    row('new|init', 'changes', 'cargo new crates/core', 'cargo new ../core'),
    row('remove|rm', 'builds', 'cargo remove serde', 'cargo add serde'),
    row(
      'add|update|fetch|vendor|search|info|generate-lockfile|outdated|upgrade|audit|deny|binstall|generate',
      'fetches',
      'cargo add serde',
      'cargo install serde',
      { options: { '-F --features -p --package': text }, raises: raise('sends', '--registry --index') },
    ),
    row('tauri build|info|icon|bundle', 'builds', 'cargo tauri build', 'cargo tauri dev'),
    row('tauri dev', 'serves', 'cargo tauri dev', 'cargo install x'),
    row('watch|leptos', 'serves', 'cargo watch', 'cargo watch -s "echo a"', {
      options: { '-x --exec -s --shell': text },
      raises: raise('code', '-s --shell'),
    }),
    row('install|uninstall|cache|install-update', 'installs', 'cargo install serde', 'cargo install --path ../x'),
    row('publish|yank|owner|login|logout|release', 'sends', 'cargo publish', 'cargo publish --manifest-path ../x'),
  ],
}

export const RUST: readonly Program[] = [
  CARGO,
  {
    names: 'rustc rustdoc',
    toolchain: 'rust',
    rows: [
      row('', 'builds', 'rustc src/main.rs', 'rustc -C linker=sh src/main.rs', {
        options: {
          '-o --out-dir -L': word,
          '--edition --crate-type --crate-name --emit --cfg --target -A -W -D --explain --print': text,
          '-C': text,
        },
        raises: raise('code', '-C --codegen -Z --sysroot --test-runtool --extern'),
      }),
      row('--version|-V|--help|-h', 'looks', 'rustc --version', 'rustc -C linker=sh a.rs'),
    ],
  },
  {
    names: 'rustfmt',
    toolchain: 'rust',
    rows: [
      row('', 'builds', 'rustfmt --check src/main.rs', 'rustfmt ../a.rs', {
        options: { '--config-path': word, '--config --edition --emit': text },
      }),
    ],
  },
  {
    names: 'rustup',
    toolchain: 'rust',
    rows: [
      row('show|which|doc|--version|-V|help', 'looks', 'rustup show', 'rustup update'),
      row('run', 'code', 'rustup run stable cargo build', 'rustup run stable ../x'),
      row(
        'toolchain|target|component|update|default|override|self|set|install|uninstall|check',
        'installs',
        'rustup update',
        'rustup toolchain link a ../x',
      ),
    ],
  },
  {
    names: 'trunk',
    toolchain: 'rust',
    rows: [
      row('build|clean|config', 'builds', 'trunk build', 'trunk serve', { options: { '--config -d --dist': word } }),
      row('serve|watch', 'serves', 'trunk serve', 'trunk serve --config ../x'),
      row('--version|-V|tools', 'looks', 'trunk --version', 'trunk serve'),
    ],
  },
  {
    names: 'wasm-pack',
    toolchain: 'rust',
    rows: [
      row('build|test|pack', 'builds', 'wasm-pack build', 'wasm-pack publish'),
      row('new', 'fetches', 'wasm-pack new a', 'wasm-pack publish'),
      row('publish|login', 'sends', 'wasm-pack publish', 'wasm-pack publish ../x'),
      row('--version|-V', 'looks', 'wasm-pack --version', 'wasm-pack publish'),
    ],
  },
  // It builds in a container.
  { names: 'cross', toolchain: 'rust', rows: [row('', 'controls', 'cross build', 'cross build --manifest-path ../x')] },
  { names: 'wasm-bindgen bindgen cbindgen', toolchain: 'rust', rows: [row('', 'builds', 'cbindgen -o a.h', 'cbindgen -o ../a.h')] },
]
