import { Type } from 'typebox'
import { namedObject } from '../http/object-schemas.ts'
import { type Operation, successExample } from '../http/openapi/operation.ts'
import { successField, textReply } from '../http/reply-fields.ts'

const message = textReply('A message for people.', 'Codes are set up.')
const DoneReply = namedObject('CodesReply', { status: successField, message })

export const requestCodesOperation: Operation = {
  id: 'requestCodes',
  tag: 'Mail',
  summary: 'Begin to set up codes',
  description:
    'Returns a new secret for an app that computes codes (TOTP, RFC 6238: SHA-1, six digits, 30 seconds). It counts after you confirm it with its first code, within ten minutes. Needs a sign-in with a passkey in the last 10 minutes. For members only.',
  replies: {
    200: {
      description: 'The secret.',
      schema: namedObject('CodesOptionsReply', {
        status: successField,
        message,
        secret: textReply('Type it into the app. Shown once.', 'OLMR5573SL3CV7VAHM3NQQCUY6KHBYXI'),
        uri: textReply('The same for apps that open a link.', 'otpauth://totp/Afara:ngozi%40ada-foods.test'),
        qr: namedObject('QrCode', {
          size: Type.Integer({
            description: 'Width and height in modules, with the border.',
            examples: [41],
          }),
          path: textReply('The dark modules, as the path of an SVG.', 'M2 2h1v1h-1z'),
        }),
      }),
      examples: {
        secret: successExample('A secret', 'Add the secret to your app, then type its first code.', {
          secret: 'OLMR5573SL3CV7VAHM3NQQCUY6KHBYXI',
          uri: 'otpauth://totp/Afara:ngozi%40ada-foods.test?secret=OLMR5573SL3CV7VAHM3NQQCUY6KHBYXI&issuer=Afara',
          qr: { size: 41, path: 'M2 2h1v1h-1z' },
        }),
      },
    },
  },
  refusals: ['session_not_fresh'],
}

export const confirmCodesOperation: Operation = {
  id: 'confirmCodes',
  tag: 'Mail',
  summary: 'Confirm codes',
  description:
    'From now on you can sign in with a link by mail and a code. Codes that you had before end, with their sessions. Needs a sign-in with a passkey in the last 10 minutes.',
  requestExamples: { code: { summary: 'The first code', value: { code: '492039' } } },
  replies: {
    200: {
      description: 'Codes are set up.',
      schema: DoneReply,
      examples: { done: successExample('Set up', 'Codes are set up.', {}) },
    },
  },
  refusals: ['session_not_fresh', 'codes_unknown', 'code_refused'],
}

export const removeCodesOperation: Operation = {
  id: 'removeCodes',
  tag: 'Mail',
  summary: 'Remove codes',
  description: 'You can no longer sign in by mail. Sessions that began with a code end.',
  replies: {
    200: {
      description: 'Codes are removed.',
      schema: DoneReply,
      examples: { removed: successExample('Removed', 'Codes are removed.', {}) },
    },
  },
  refusals: ['codes_unknown'],
}
