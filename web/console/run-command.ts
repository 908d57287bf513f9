import { answerWithPasskey, askPeople, Refused } from '../shared/ask.ts'

type Ran = Readonly<{ exit_code: string | number; output: readonly string[]; errors: readonly string[] }>
type ToSign = Readonly<{
  text: string
  short_code: string
  challenge: string
  rp_id: string
  credentials: readonly string[]
  case_id: string
}>
export type Signed = Readonly<{ text: string; shortCode: string }>

type Options = Readonly<{
  /** Contents in base64, by the names that the arguments have. */
  files?: Readonly<Record<string, string>>
  /** Called with the text before the passkey is asked. Throws if it is not what the screen shows, or if nobody wants to sign it. */
  check?: (signed: Signed) => void | Promise<void>
}>

/**
 * Runs a command of `afara ops` as the operator. If it decides something, the server answers with the text to sign; the passkey signs its
 * challenge, and the same command is sent again with the signature. Throws with the words of the command if it refused.
 */
export async function runCommand(
  args: readonly string[],
  { files, check }: Options = {},
): Promise<readonly string[]> {
  const body = { args, ...(files && { files }) }
  const first = await sendCommand(body)
  const ran = 'toSign' in first ? await sendSigned(body, first.toSign, check) : first.ran
  if (Number(ran.exit_code) === 0) return ran.output
  throw new Refused(
    'command_refused',
    422,
    ran.errors.join(' ').replace(/^error: /i, '') || 'It was refused.',
  )
}

async function sendSigned(body: object, toSign: ToSign, check: Options['check']): Promise<Ran> {
  await check?.({ text: toSign.text, shortCode: toSign.short_code })
  const signature = await answerWithPasskey({
    challenge: toSign.challenge,
    rpId: toSign.rp_id,
    userVerification: 'required',
    timeout: 300_000,
    allowCredentials: toSign.credentials.map((id) => ({ id, type: 'public-key' })),
  })
  const second = await sendCommand({ ...body, signatures: [signature], case_id: toSign.case_id })
  if ('ran' in second) return second.ran
  throw new Refused('case_moved', 409, 'This changed while you signed. Read it again, then sign again.')
}

type Answer = Readonly<{ ran: Ran }> | Readonly<{ toSign: ToSign }>

async function sendCommand(body: object): Promise<Answer> {
  try {
    return { ran: await askPeople<Ran>('/people/v1/commands', body) }
  } catch (error) {
    if (error instanceof Refused && error.code === 'signature_required' && error.details !== undefined)
      return { toSign: error.details as ToSign }
    throw error
  }
}

/** The content of a file in base64, as a command takes it. */
export async function contentOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // In pieces, because a call has a limited number of arguments.
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
