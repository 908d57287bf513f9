import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Certificate = Readonly<{ key: string; cert: string }>

/** Creates a temporary certificate authority and certificates for the given hosts. */
export function makeCertificates(
  hosts: Readonly<Record<string, string>>,
): Readonly<{ authority: string; of(name: string): Certificate }> {
  const directory = mkdtempSync(join(tmpdir(), 'afara-certificates-'))
  const at = (name: string) => join(directory, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: directory, stdio: 'pipe' })
  const ellipticKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    'req',
    '-x509',
    ...ellipticKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-days',
    '2',
    '-subj',
    '/CN=ca',
  )
  const made = new Map<string, Certificate>()
  for (const [name, host] of Object.entries(hosts)) {
    openssl('req', ...ellipticKey, '-keyout', 'one.key', '-out', 'one.csr', '-subj', '/CN=one')
    writeFileSync(at('one.ext'), `subjectAltName=DNS:${host}`)
    const signed = [
      '-CA',
      'ca.crt',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '1',
      '-extfile',
      'one.ext',
    ]
    openssl('x509', '-req', '-in', 'one.csr', '-out', 'one.crt', ...signed)
    made.set(name, { key: readFileSync(at('one.key'), 'utf8'), cert: readFileSync(at('one.crt'), 'utf8') })
  }
  const authority = readFileSync(at('ca.crt'), 'utf8')
  rmSync(directory, { recursive: true })
  return {
    authority,
    of: (name) => {
      const one = made.get(name)
      if (one === undefined) throw new Error(`no certificate was made for ${name}`)
      return one
    },
  }
}
