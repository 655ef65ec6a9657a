// The log of the extension, read inside its host: the part of VS Code that writes it to a file is not installed here.
import type { Workbench } from './workbench.ts'

interface LoggingExtension {
  readonly log: { lines(): readonly string[] }
}

/** Its lines so far. */
export const logOf = ({ host }: Pick<Workbench, 'host'>): Promise<string> =>
  host.run(
    (editor) => editor.extensions.getExtension<LoggingExtension>('countersign.countersign')?.exports.log.lines().join('\n') ?? '',
    undefined,
  )
