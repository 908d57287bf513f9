import { questions } from '@afara/server/records/cases/business/questions.ts'
import { expect, test } from 'vitest'
import { planned } from './plans.ts'

test('the proof decides every choice of every question', () => {
  const offered = questions.flatMap(({ type, code, choices }) =>
    choices.map((choice) => `${type} ${code} ${choice}`),
  )
  const names = planned.filter(({ choice }) => choice !== undefined).map(({ name }) => name)
  expect([...names].sort()).toEqual([...offered].sort())
})
