/** One reply as received. */
export type Reply = Readonly<{
  status: number
  /** Names are in lower case. Repeated headers are joined by ", ". */
  headers: ReadonlyMap<string, string>
  body: Buffer
}>

type Parsed =
  | Readonly<{ outcome: 'reply'; reply: Reply; rest: Buffer }>
  | Readonly<{ outcome: 'incomplete' }>
  | Readonly<{ outcome: 'garbled'; why: string }>

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Parses the first reply from the bytes received so far. Skips interim replies (1xx). `isClosed` means that nothing more will come, which
 * ends a body without a length.
 */
export function parseReply(bytes: Buffer, method: string, isClosed: boolean): Parsed {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return { outcome: 'incomplete' }
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const match = /^HTTP\/1\.1 ([1-9][0-9]{2}) [\x20-\x7e]*$/.exec(statusLine)
  if (match === null) return { outcome: 'garbled', why: `the status line is ${JSON.stringify(statusLine)}` }
  const status = Number(match[1])
  const after = bytes.subarray(headEnd + HEAD_END.length)
  if (status < 200) return parseReply(after, method, isClosed)

  const headers = new Map<string, string>()
  for (const line of lines) {
    const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line)
    if (header === null) return { outcome: 'garbled', why: `a header line is ${JSON.stringify(line)}` }
    const [, name = '', value = ''] = header
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }
  const found = readBody(after, method, status, headers, isClosed)
  if (typeof found === 'string') return { outcome: 'garbled', why: found }
  if (found === undefined) return { outcome: 'incomplete' }
  return { outcome: 'reply', reply: { status, headers, body: found.body }, rest: found.rest }
}

type Found = Readonly<{ body: Buffer; rest: Buffer }>

/** Returns undefined while the body is incomplete, and a sentence if it is framed wrongly. */
function readBody(
  after: Buffer,
  method: string,
  status: number,
  headers: ReadonlyMap<string, string>,
  isClosed: boolean,
): Found | undefined | string {
  if (method === 'HEAD' || status === 204 || status === 304) return { body: Buffer.alloc(0), rest: after }
  const length = headers.get('content-length')
  const coding = headers.get('transfer-encoding')
  if (coding !== undefined) {
    if (length !== undefined) return 'the reply has both a content length and a transfer encoding'
    return coding === 'chunked' ? readChunks(after) : `the transfer encoding is ${coding}`
  }
  if (length === undefined) return isClosed ? { body: after, rest: Buffer.alloc(0) } : undefined
  if (!/^[0-9]+$/.test(length)) return `the content length is ${JSON.stringify(length)}`
  const count = Number(length)
  return after.length < count ? undefined : { body: after.subarray(0, count), rest: after.subarray(count) }
}

function readChunks(bytes: Buffer): Found | undefined | string {
  const chunks: Buffer[] = []
  let rest = bytes
  for (;;) {
    const lineEnd = rest.indexOf('\r\n')
    if (lineEnd < 0) return undefined
    const size = rest.toString('latin1', 0, lineEnd)
    if (!/^[0-9a-fA-F]+$/.test(size)) return `a chunk's size is ${JSON.stringify(size)}`
    const count = Number.parseInt(size, 16)
    const end = lineEnd + 2 + count
    if (rest.length < end + 2) return undefined
    chunks.push(rest.subarray(lineEnd + 2, end))
    rest = rest.subarray(end + 2)
    if (count === 0) return { body: Buffer.concat(chunks), rest }
  }
}
