import { Type } from 'typebox'

export const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description:
        'Your name for this request, such as a UUID: 1 to 255 visible ASCII characters. The same again with the same meaning returns the first transaction; with another meaning it is 409. Kept for ever.',
      pattern: '^[!-~]{1,255}$',
      examples: ['5f0c2c3e-6d0e-4a5e-9b39-0f5f3b6f9d7a'],
    }),
  ),
})
