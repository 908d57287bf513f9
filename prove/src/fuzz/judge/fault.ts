/** `unexpected`: the document allows the reply, but it is wrong for this request. */
const faultKinds = ['5xx', 'undeclared', 'schema_mismatch', 'unexpected', 'leak', 'connection'] as const

export type FaultKind = (typeof faultKinds)[number]

export type Fault = Readonly<{ kind: FaultKind; detail: string }>
