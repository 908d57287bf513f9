/** The bank that everybody in the sandbox has an account with: its code on the national rail, and a name that it goes by. */
export const sandboxBank = { code: '000013', name: 'GTBank' } as const
