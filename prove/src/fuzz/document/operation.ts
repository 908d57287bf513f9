import type { Schema } from './schema.ts'

/** Which of our addresses an operation lives at. */
export type Listener = 'api' | 'otc'

export type Parameter = Readonly<{ name: string; in: string; required: boolean; schema: Schema }>

/** A header of an answer: its name in lower case, and where its schema stands in the document. */
type AnswerHeader = Readonly<{ name: string; isRequired: boolean; pointer: string | undefined }>

/** What the document says an operation may answer with one status. */
export type Answer = Readonly<{
  headers: readonly AnswerHeader[]
  contentTypes: readonly string[]
  /** Where the schema of the JSON body stands in the document; undefined when there is none. */
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
  /** The JSON body with every reference resolved, and where it stands in the document. */
  body: Readonly<{ schema: Schema; pointer: string }> | undefined
  answers: ReadonlyMap<number, Answer>
}>
