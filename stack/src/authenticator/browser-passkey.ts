import type { Page } from 'playwright-core'
import { softwarePasskey } from './software-passkey.ts'

/** Makes a page answer with the software passkey of this owner whenever it asks for a passkey. */
export async function givePasskey(page: Page, origin: string, owner: string): Promise<void> {
  const passkey = softwarePasskey(owner)
  await page.exposeFunction('afaraPasskey', (challenge: string) => {
    const asked = { challenge: Buffer.from(challenge, 'base64url'), rpId: 'localhost', origin }
    const { credentialId, authenticatorData, clientData, signature } = passkey.assert(asked)
    return [credentialId, authenticatorData, clientData, signature].map((one) => one.toString('base64'))
  })
  await page.addInitScript(ANSWER_WITH_PASSKEY)
}

/** Runs in the page, in place of the browser's own passkeys. */
const ANSWER_WITH_PASSKEY = `
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer
  const text = (given) => btoa(String.fromCharCode(...new Uint8Array(given.buffer ?? given)))
  const url = (given) => text(given).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  navigator.credentials.get = async ({ publicKey }) => {
    const [id, authenticatorData, clientDataJSON, signature] = (await window.afaraPasskey(url(publicKey.challenge))).map(bytes)
    const name = url(id)
    const answer = {
      id: name,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: { authenticatorData, clientDataJSON, signature, userHandle: undefined },
      getClientExtensionResults: () => ({}),
      toJSON: () => ({
        id: name,
        rawId: name,
        type: 'public-key',
        clientExtensionResults: {},
        response: { authenticatorData: url(authenticatorData), clientDataJSON: url(clientDataJSON), signature: url(signature) },
      }),
    }
    const credential = Object.create(PublicKeyCredential.prototype)
    for (const [field, value] of Object.entries(answer)) Object.defineProperty(credential, field, { value })
    return credential
  }
`
