// A piece of a line with the class that colours it; empty where it has the colour of the text.

export interface Token {
  readonly text: string
  readonly className: string
}
