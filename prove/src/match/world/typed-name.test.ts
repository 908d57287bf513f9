import { expect, test } from 'vitest'
import { createRandom } from '../../fuzz/random.ts'
import { drawPerson } from './person.ts'
import { typeName } from './typed-name.ts'

test('most people type their given name and surname as the bank knows them', () => {
  const random = createRandom(3)
  const persons = Array.from({ length: 2_000 }, (_, index) => drawPerson(random, index))
  const known = persons.filter((person) => {
    const typed = typeName(random, person)?.toUpperCase() ?? ''
    return typed.includes(person.surname) && typed.includes(person.given)
  })
  expect(known.length / persons.length).toBeGreaterThan(0.94)
  expect(known.length).toBeLessThan(persons.length)
})
