import { readFileSync } from 'node:fs'

/** Returns the kernel's count of TCP connections that were started in this network namespace, one for each first packet. */
export function countActiveOpens(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'))
  const at = names.split(' ').indexOf('ActiveOpens')
  if (at < 0) throw new Error('/proc/net/snmp has no count of opened connections')
  return Number(values.split(' ')[at])
}
