// countersign page: a new link to the page of the running server. Whoever opens it answers as the operator.
import { connect } from '../connection/connect.ts'
import { pageLink } from '../serve/page-folder.ts'
import { dim } from '../terminal/colours.ts'
import { printLine } from '../terminal/print.ts'

export async function page(options: { readonly data?: string }): Promise<void> {
  const { client, url } = await connect({ data: options.data, role: 'operator', decides: true })
  const { code, expires_in_seconds } = await client.loginCode()
  printLine(pageLink(url, code))
  printLine(dim(`Open it in a browser: it works once, within ${expires_in_seconds} seconds.`))
}
