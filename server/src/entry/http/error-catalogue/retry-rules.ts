type RetryRule = Readonly<{ answer: string; what: string }>

/** What to do after an answer, for every page that explains errors. */
export const retryRules: readonly RetryRule[] = [
  {
    answer: '4xx, except 429',
    what: 'Do not repeat it unchanged: it would be refused again. Mend it as the message says. A refusal is not remembered, so the mended request may carry the same `reference` and `Idempotency-Key`.',
  },
  {
    answer: '429',
    what: 'Wait as many seconds as `Retry-After` says, then send it again.',
  },
  {
    answer: '503',
    what: 'Wait as many seconds as `Retry-After` says, then send the same request under the same `reference` or `Idempotency-Key`. If the first one was recorded after all, you get it back.',
  },
  {
    answer: '500, or no answer',
    what: 'You cannot know whether it was recorded. Send the same request under the same name, at first soon, then with growing pauses. It cannot be recorded twice.',
  },
]
