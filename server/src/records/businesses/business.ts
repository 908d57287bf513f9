import type { Mode } from '../../kernel/mode.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** `pending`: two operators have not yet decided that the business goes live. */
export type BusinessStatus = 'pending' | 'active' | 'suspended'

export type Business = Readonly<{ id: string; name: string; linkTag: string }>

export function parseMode(text: string): Mode {
  if (text === 'live' || text === 'test') return text
  throw new Refusal('mode_invalid', `The mode must be "live" or "test", not "${text}".`)
}

/** Users type link tags, and links contain them, so they are short, lower case and joined by single hyphens. */
export function parseLinkTag(text: string): string {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) && text.length >= 3 && text.length <= 32) return text
  throw new Refusal(
    'link_tag_invalid',
    `"${text}" is not a valid link tag. Use 3 to 32 lower-case letters, digits and single hyphens, starting with a letter, such as "ada-foods".`,
  )
}

/** The name of a business or a person: one line, trimmed. */
export function parseName(text: string): string {
  const name = text.trim()
  if (name.length >= 1 && name.length <= 200 && !/\p{Cc}/u.test(name)) return name
  throw new Refusal('name_invalid', 'The name must be one line of 1 to 200 characters.')
}
