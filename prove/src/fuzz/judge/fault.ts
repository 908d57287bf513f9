/** `unexpected`: allowed by the document, and still not the right answer to what was asked. */
const faultKinds = ['5xx', 'undeclared', 'schema_mismatch', 'unexpected', 'leak', 'connection'] as const

export type FaultKind = (typeof faultKinds)[number]

export type Fault = Readonly<{ kind: FaultKind; detail: string }>
