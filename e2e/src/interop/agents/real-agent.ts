// One agent that people use, as published on npm: its packages, its settings for Countersign, and how it is started.

export type Channel = 'http' | 'stdio'

/** Where the agent finds everything. */
export interface Place {
  readonly home: string
  readonly workspace: string
  /** The model, at its OpenAI-compatible root. */
  readonly modelUrl: string
}

export interface Start {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface RealAgent {
  readonly name: string
  /** The client name that it reports to an MCP server. */
  readonly clientName: string
  /** Exact versions; scripts are off, so each provides its program as an optional package for the platform. */
  readonly packages: Readonly<Record<string, string>>
  /** The path of the program, inside the folder where the packages are installed. */
  readonly program: () => string
  /** The settings that docs/mcp.md shows, for the address of the project's MCP server. */
  readonly recipe: (channel: Channel, address: string) => string
  /** Writes the settings and returns how to start it with a request. */
  readonly prepare: (place: Place, recipe: string, request: string) => Promise<Start>
  /** Its own shell, as a model would call it: the recipe must have turned it off. */
  readonly ownShell: { readonly name: string; readonly arguments: (command: string) => Readonly<Record<string, unknown>> }
  /** Tools of its own that cannot be switched off, and that reach no file and no shell. */
  readonly harmlessTools: readonly string[]
  /** Whether this line of its output reports that a tool call failed. */
  readonly tellsFailure: (line: string) => boolean
}
