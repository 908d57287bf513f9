import type { Listener } from '../document/operation.ts'

/** A request before it is encoded. Nothing in it is checked, so it may be wrong in any way. */
export type FuzzRequest = Readonly<{
  listener: Listener
  method: string
  target: string
  /** In order, with duplicates allowed. Each value is Latin-1, as HTTP sends it. */
  headers: readonly Header[]
  body?: Buffer | undefined
}>

export type Header = readonly [name: string, value: string]

/** Encodes a well-formed HTTP/1.1 request. Adds host and length unless they are given. */
export function encodeRequest({ method, target, headers, body }: FuzzRequest): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const added: Header[] = []
  if (!given.has('host')) added.push(['host', 'localhost'])
  if (body !== undefined && !given.has('content-length') && !given.has('transfer-encoding')) {
    added.push(['content-length', String(body.length)])
  }
  const lines = [...added, ...headers].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, body])
}

export function withHeader(request: FuzzRequest, name: string, value: string): FuzzRequest {
  return {
    ...withoutHeader(request, name),
    headers: [...withoutHeader(request, name).headers, [name, value]],
  }
}

function withoutHeader(request: FuzzRequest, name: string): FuzzRequest {
  const headers = request.headers.filter(([given]) => given.toLowerCase() !== name.toLowerCase())
  return { ...request, headers }
}
