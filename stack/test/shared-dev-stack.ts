import type { TestProject } from 'vitest/node'
import { type DevStack, raiseDevStack } from '../src/dev/dev-stack.ts'

/** A stack that several journeys use. Each brings its own business, or names what it made. */
export type SharedDevStack = Omit<DevStack, 'stop'>

declare module 'vitest' {
  interface ProvidedContext {
    devStack: SharedDevStack
  }
}

/** Starts the stack before the first journey that shares it, and stops it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...stack } = await raiseDevStack()
  project.provide('devStack', stack)
  return stop
}
