import type { MoneyBug } from './money-bug.ts'
import { moneyInBugs } from './money-in-bugs.ts'
import { moneyOutBugs } from './money-out-bugs.ts'
import { vaultBugs } from './vault-bugs.ts'

export const moneyBugs: readonly MoneyBug[] = [...vaultBugs, ...moneyInBugs, ...moneyOutBugs]
