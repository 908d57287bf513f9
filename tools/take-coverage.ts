import { takeCoverage } from 'node:v8'
import { afterAll } from 'vitest'

// vitest kills its workers when all tests are done, and a killed process writes no coverage. So each test file writes it.
afterAll(() => takeCoverage())
