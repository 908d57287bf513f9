type Json = Readonly<Record<string, unknown>>
type Side = 'sent' | 'received'
type Place = Readonly<{ at: string; side: Side; seen: ReadonlySet<string> }>

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/**
 * Returns what a program written for the old document would no longer find or could no longer send. A program must ignore fields, replies
 * and values that it does not know, so what is added to a reply breaks nothing.
 */
export function findBreaking(before: Json, after: Json): string[] {
  const compareSchema = createComparison(before, after)
  const problems: string[] = []
  for (const [path, methods] of Object.entries(part(before, 'paths')))
    for (const method of METHODS.filter((name) => isObject(methods) && name in methods)) {
      const [old, now] = [part(part(before, 'paths'), path), part(part(after, 'paths'), path)].map((found) =>
        part(found, method),
      )
      const at = `${method.toUpperCase()} ${path}`
      if (now === undefined || Object.keys(now).length === 0) problems.push(`${at} is gone`)
      else problems.push(...compareOperation(old ?? {}, now, at, compareSchema))
    }
  return problems
}

type Compare = (old: unknown, now: unknown, place: Place) => string[]

function compareOperation(old: Json, now: Json, at: string, compare: Compare): string[] {
  const seen = new Set<string>()
  const known = new Map(list(old, 'parameters').map((one) => [nameOf(one), one]))
  const parameters = list(now, 'parameters').flatMap((one) => {
    const earlier = known.get(nameOf(one))
    known.delete(nameOf(one))
    if (earlier === undefined) return one['required'] === true ? [`${at} requires ${nameOf(one)}`] : []
    const place: Place = { at: `${at} ${nameOf(one)}`, side: 'sent', seen }
    const required =
      one['required'] === true && earlier['required'] !== true ? [`${at} requires ${nameOf(one)}`] : []
    return [...required, ...compare(earlier['schema'], one['schema'], place)]
  })
  const gone = [...known.keys()].map((name) => `${at} no longer takes ${name}`)
  const body = compare(bodyOf(old['requestBody']), bodyOf(now['requestBody']), {
    at: `${at} body`,
    side: 'sent',
    seen,
  })
  const replies = Object.entries(part(old, 'responses')).flatMap(([status, reply]) => {
    const later = part(now, 'responses')[status]
    if (later === undefined) return status.startsWith('2') ? [`${at} no longer answers ${status}`] : []
    return compare(bodyOf(reply), bodyOf(later), { at: `${at} ${status}`, side: 'received', seen })
  })
  return [...parameters, ...gone, ...body, ...replies]
}

function createComparison(before: Json, after: Json): Compare {
  const compare: Compare = (old, now, place) => {
    if (!isObject(old)) return []
    if (!isObject(now)) return [`${place.at} is gone`]
    const names = `${String(old['$ref'])} ${String(now['$ref'])} ${place.side}`
    if ('$ref' in old || '$ref' in now) {
      if (place.seen.has(names)) return []
      const seen = new Set([...place.seen, names])
      return compare(resolve(before, old), resolve(after, now), { ...place, seen })
    }
    return [
      ...compareType(old, now, place),
      ...compareValues(old, now, place),
      ...compareFields(old, now, place),
      ...compare(old['items'], now['items'], { ...place, at: `${place.at}[]` }),
      ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
        compareAlternatives(list(old, key), list(now, key), place),
      ),
    ]
  }
  const compareFields = (old: Json, now: Json, place: Place): string[] => {
    const [fields, later] = [part(old, 'properties'), part(now, 'properties')]
    const [needed, neededNow] = [strings(old['required']), strings(now['required'])]
    const found = Object.keys(fields).flatMap((name) => {
      const at = `${place.at}.${name}`
      const missing =
        place.side === 'received' && needed.includes(name) && name in later && !neededNow.includes(name)
      return [
        ...compare(fields[name], later[name], { ...place, at }),
        ...(missing ? [`${at} may be missing`] : []),
      ]
    })
    const demanded = neededNow.filter((name) => place.side === 'sent' && !needed.includes(name))
    return [...found, ...demanded.map((name) => `${place.at}.${name} is required`)]
  }
  /** Compared in order: alternatives are only added at the end. */
  const compareAlternatives = (old: readonly Json[], now: readonly Json[], place: Place): string[] =>
    old.flatMap((one, index) => compare(one, now[index], { ...place, at: `${place.at} (form ${index + 1})` }))
  return compare
}

function compareType(old: Json, now: Json, { at }: Place): string[] {
  const [before, after] = [JSON.stringify(old['type']), JSON.stringify(now['type'])]
  return before === after ? [] : [`${at} was ${before ?? 'anything'} and is ${after ?? 'anything'}`]
}

/** A value that is no longer accepted breaks a program that sends it. */
function compareValues(old: Json, now: Json, { at, side }: Place): string[] {
  if (side === 'received') return []
  const values = (schema: Json) =>
    (schema['const'] === undefined ? list(schema, 'enum') : [schema['const']]).map((value) =>
      JSON.stringify(value),
    )
  const kept = values(now)
  return values(old)
    .filter((value) => kept.length > 0 && !kept.includes(value))
    .map((value) => `${at} no longer accepts ${value}`)
}

function resolve(document: Json, schema: Json): unknown {
  const ref = schema['$ref']
  if (typeof ref !== 'string') return schema
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), document)
}

function bodyOf(owner: unknown): unknown {
  const content = isObject(owner) ? part(owner, 'content') : {}
  return part(content, 'application/json')['schema']
}

function nameOf(parameter: Json): string {
  return `${String(parameter['in'])} ${String(parameter['name'])}`
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function part(owner: unknown, key: string): Json {
  const found = isObject(owner) ? owner[key] : undefined
  return isObject(found) ? found : {}
}

function list(owner: Json, key: string): Json[] {
  const found = owner[key]
  return Array.isArray(found) ? found : []
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
