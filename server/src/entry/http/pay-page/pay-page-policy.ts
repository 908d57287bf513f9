import { hash } from 'node:crypto'
import { COMMON } from '../docs/page-policy.ts'
import { payPageScript } from './pay-page-script.ts'
import { payPageStyle } from './pay-page-style.ts'

const digest = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** One style and one script, each known to the letter; questions and pictures of this service alone. */
const policy = `${COMMON}; style-src ${digest(payPageStyle)}; script-src ${digest(payPageScript)}; connect-src 'self'; img-src 'self' data:`

/** Whoever has the address sees the page, so it is told to nobody and kept by nobody. */
export const payPageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const
