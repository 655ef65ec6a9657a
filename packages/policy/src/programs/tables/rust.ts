// cargo and its kin. Even `cargo --version` obeys rust-toolchain.toml of the workspace, which can name a toolchain by its path: nothing of it
// is LOW.
import { text, word } from '../../command/option-table.ts'
import type { Program } from '../program.ts'

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const RUST: readonly Program[] = [
  {
    names: 'cargo',
    toolchain: 'rust',
    options: { '--color': text, '--config': word, '-Z': text, '-C': word },
    raises: { '--config': 'code' },
    rows: [
      { words: 'build|b', effect: 'builds', passes: 'cargo build --release', not: 'cargo build --config net.x=1' },
      { words: 'add', effect: 'fetches', passes: 'cargo add serde', not: 'cargo install serde' },
      { words: 'publish', effect: 'sends', passes: 'cargo publish', not: 'cargo package' },
    ],
  },
]
