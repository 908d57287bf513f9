import type { FastifyInstance } from 'fastify'

const LINE = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/
const INDENT = 4

/** Returns every route of an app as "METHOD /url", read from the app itself, so that none is missing. */
export async function listRoutes(app: FastifyInstance): Promise<string[]> {
  await app.ready()
  const printed = app.printRoutes({ commonPrefix: false }).split('\n').filter(Boolean)
  const parents: string[] = []
  return printed.flatMap((line) => {
    const [, indent = '', part, methods = ''] = LINE.exec(line) ?? []
    if (part === undefined) throw new Error(`a line of the list of routes cannot be read: ${line}`)
    const depth = indent.length / INDENT
    parents.splice(depth)
    const url = parents.join('') + part
    parents.push(part)
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${url}`)
  })
}
