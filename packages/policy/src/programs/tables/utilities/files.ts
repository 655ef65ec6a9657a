// Utilities that change files: they are judged by the paths that they name.
import { flags, type Options, text, word } from '../../../command/option-table.ts'
import type { Effect, Program, ProgramRow } from '../../program.ts'
import { raise, row, writes } from '../row.ts'

const changing = (names: string, effect: Effect, lines: readonly [string, string], more: Partial<ProgramRow> = {}): Program => ({
  names,
  toolchain: 'utility',
  rows: [row('', effect, ...lines, { operands: 'changed', ...more })],
})

const BACKUP: Options = { '-S --suffix': text, '-t --target-directory': writes }
/** Without them a packer replaces the file that it names by another. */
const TO_OUTPUT = flags('-c --stdout --to-stdout -t --test -l --list -k --keep')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const FILES: readonly Program[] = [
  changing('mkdir', 'changes', ['mkdir -p src/new', 'mkdir ../new'], { options: { '-m --mode': text } }),
  changing('touch', 'changes', ['touch src/a.ts', 'touch ../a'], { options: { '-d --date -t --time': text, '-r --reference': word } }),
  changing('cp', 'changes', ['cp -r src copy', 'cp src/a.ts ../a.ts'], { options: BACKUP }),
  changing('mv', 'changes', ['mv a.ts b.ts', 'mv a.ts ../b.ts'], { options: BACKUP }),
  changing('ln', 'changes', ['ln -s a.ts b.ts', 'ln -s /etc b'], { options: BACKUP }),
  changing('chmod', 'changes', ['chmod +x run.sh', 'chmod +x ../run.sh'], { options: { '--reference': word } }),
  changing('chown chgrp', 'code', ['chown root a.ts', 'chown root ../a.ts'], { options: { '--reference --from': word } }),
  changing('setfacl', 'code', ['setfacl -m u:a:r a.ts', 'setfacl -m u:a:r ../a.ts']),
  changing('rm', 'deletes', ['rm -rf dist', 'rm -rf ../dist']),
  changing('rmdir', 'deletes', ['rmdir src/old', 'rmdir ../old']),
  changing('unlink', 'deletes', ['unlink a.ts', 'unlink ../a.ts']),
  changing('shred', 'deletes', ['shred -u a.txt', 'shred ../a.txt'], {
    options: { '-n --iterations -s --size': text, '--random-source': word },
  }),
  changing('truncate', 'deletes', ['truncate -s 0 a.log', 'truncate -s 0 ../a.log'], {
    options: { '-s --size': text, '-r --reference': word },
  }),
  changing('dd', 'deletes', ['dd if=a.bin of=b.bin', 'dd if=a.bin of=../b.bin']),
  changing('patch', 'changes', ['patch -p1 -i fix.patch', 'patch -d ../x -i fix.patch'], {
    options: {
      '-p --strip -F --fuzz -D --ifdef -V --version-control -B --prefix -Y --basename-prefix -z --suffix -g --get': text,
      '-i --input -d --directory': word,
      '-o --output -r --reject-file': writes,
    },
    // An ed script runs commands.
    raises: raise('code', '-e --ed'),
  }),
  changing('split', 'changes', ['split -l 100 a.txt part', 'split --filter=sh a.txt'], {
    options: { '-a --suffix-length --additional-suffix -b --bytes -C --line-bytes -l --lines -n --number -t --separator --filter': text },
    raises: raise('code', '--filter'),
  }),
  changing('csplit', 'changes', ['csplit a.txt 10', 'csplit ../a.txt 10'], {
    options: { '-b --suffix-format -f --prefix -n --digits': text },
  }),
  changing('install', 'changes', ['install -D a.txt out/a.txt', 'install --strip-program=sh -s a out/a'], {
    options: { ...BACKUP, '-m --mode -o --owner -g --group --strip-program': text },
    raises: raise('code', '-o --owner -g --group --strip-program'),
  }),
  changing('mkfifo', 'changes', ['mkfifo pipe', 'mkfifo ../pipe'], { options: { '-m --mode': text } }),
  changing('gzip gunzip', 'changes', ['gzip -k a.txt', 'gunzip ../a.gz'], { options: { ...TO_OUTPUT, '-S --suffix': text } }),
  changing('bzip2 bunzip2', 'changes', ['bzip2 -k a.txt', 'bunzip2 ../a.bz2'], { options: TO_OUTPUT }),
  changing('xz unxz lzma unlzma', 'changes', ['xz -k a.txt', 'unxz ../a.xz'], {
    options: { ...TO_OUTPUT, '-F --format -C --check -S --suffix -M --memlimit -T --threads': text },
    // The names come from a list that nobody has judged.
    raises: raise('deletes', '--files --files0'),
  }),
  changing('zstd unzstd', 'changes', ['zstd -k a.txt', 'zstd --rm a.txt'], {
    options: { '-o --output-dir-flat --output-dir-mirror': writes, '-D --filelist': word },
    raises: raise('deletes', '--rm --filelist'),
  }),
  // They print, but run gzip and a pager or grep of the system for it.
  changing('zcat bzcat xzcat zstdcat zgrep zless', 'looks', ['zcat a.gz', 'zcat ../a.gz'], { operands: 'read' }),
  {
    names: '7z 7za 7zr',
    toolchain: 'utility',
    rows: [
      row('a|u|rn', 'changes', '7z a out.7z src', '7z d out.7z src', { operands: 'changed', raises: raise('deletes', '-sdel') }),
      row('x|e', 'deletes', '7z x out.7z', '7z x ../out.7z', { operands: 'changed' }),
      row('d', 'deletes', '7z d out.7z a.txt', '7z d ../out.7z a.txt', { operands: 'changed' }),
      row('l|t|h', 'looks', '7z l out.7z', '7z x out.7z', { operands: 'read' }),
    ],
  },
]
