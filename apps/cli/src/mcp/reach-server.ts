// Requests to the server, with its refusals as sentences.

export async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...request, redirect: 'error' })
  } catch (cause) {
    throw new Error(`No answer from ${new URL(address).origin}: is the server running? (countersign serve --workspace DIR)`, { cause })
  }
}

/** Our own errors and those of JSON-RPC both have a sentence. */
export async function refusalIn(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text) as { error?: string | { message?: string } }
    return (typeof error === 'string' ? error : error?.message) ?? `The server answered ${response.status}`
  } catch {
    return `The server answered ${response.status}`
  }
}
