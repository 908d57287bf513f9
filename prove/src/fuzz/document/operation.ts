import type { Schema } from './schema.ts'

/** The listener that serves an operation. */
export type Listener = 'api' | 'otc'

export type Parameter = Readonly<{ name: string; in: string; required: boolean; schema: Schema }>

/** A header of a reply: its name in lower case, and the pointer of its schema in the document. */
type AnswerHeader = Readonly<{ name: string; isRequired: boolean; pointer: string | undefined }>

/** The replies that the document allows for an operation and a status. */
export type Answer = Readonly<{
  headers: readonly AnswerHeader[]
  contentTypes: readonly string[]
  /** Pointer of the JSON body's schema in the document, or undefined without a body. */
  bodyPointer: string | undefined
}>

export type Operation = Readonly<{
  /** `POST /transactions/v1/onramp` */
  id: string
  method: string
  path: string
  listener: Listener
  needsKey: boolean
  parameters: readonly Parameter[]
  /** The JSON body with every reference resolved, and its pointer in the document. */
  body: Readonly<{ schema: Schema; pointer: string }> | undefined
  answers: ReadonlyMap<number, Answer>
}>
