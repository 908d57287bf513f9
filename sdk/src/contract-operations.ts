type Paper = {
  readonly path: { readonly id: string }
  readonly query: undefined
  readonly body: undefined
  readonly reply: Uint8Array
}

export type ContractOperations = { readonly readReceipt: Paper; readonly readTraceLetter: Paper }

export const contractOperations = {
  readReceipt: { method: 'GET', path: '/transactions/v1/{id}/receipt', base: 'api', named: false },
  readTraceLetter: { method: 'GET', path: '/transactions/v1/{id}/trace-letter', base: 'api', named: false },
} as const
