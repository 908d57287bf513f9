import { brokenBodyKinds } from './broken/break-body.ts'
import { brokenHeaderKinds } from './broken/break-headers.ts'
import { brokenKeyKinds } from './broken/break-key.ts'
import { brokenMeaningKinds } from './broken/break-meaning.ts'
import { brokenOrderKinds } from './broken/break-order.ts'
import { type Catalogue, createCatalogue } from './case.ts'
import type { Validators } from './document/create-validators.ts'
import type { Operation } from './document/operation.ts'
import { hostileBodyKinds } from './hostile/hostile-bodies.ts'
import { hostileFramingKinds } from './hostile/hostile-framing.ts'
import { hostileHeaderKinds } from './hostile/hostile-headers.ts'
import { hostileMixtureKinds } from './hostile/hostile-mixtures.ts'
import { hostileMutationKinds } from './hostile/hostile-mutations.ts'
import { hostileNumberKinds } from './hostile/hostile-numbers.ts'
import { hostileTargetKinds } from './hostile/hostile-targets.ts'
import { hostileTextKinds } from './hostile/hostile-text.ts'
import { askAgainKinds } from './linked/ask-again.ts'
import { crowdKinds } from './linked/crowds.ts'
import { limitKinds } from './linked/limits.ts'
import { modeKinds } from './linked/modes.ts'
import { otherTypeKinds } from './linked/other-types.ts'
import { raceKinds } from './linked/race.ts'
import { rateKinds } from './linked/rates.ts'
import { spendBalanceKinds } from './linked/spend-balance.ts'
import { tenantKinds } from './linked/tenants.ts'
import { unnamedKinds } from './linked/unnamed.ts'
import { validKinds } from './requests/valid-kinds.ts'

/** Returns every kind of request for the operations of a document. */
export function buildCatalogue(operations: readonly Operation[], validators: Validators): Catalogue {
  return createCatalogue([
    ...validKinds(operations),
    ...brokenBodyKinds(operations, validators),
    ...brokenKeyKinds(operations),
    ...brokenHeaderKinds(operations),
    ...brokenMeaningKinds(operations),
    ...brokenOrderKinds(operations),
    ...hostileNumberKinds(operations),
    ...hostileTextKinds(operations, validators),
    ...hostileBodyKinds(operations),
    ...hostileTargetKinds(operations),
    ...hostileHeaderKinds(operations),
    ...hostileFramingKinds(operations),
    ...hostileMutationKinds(operations),
    ...hostileMixtureKinds(operations, validators),
    ...askAgainKinds,
    ...raceKinds,
    ...spendBalanceKinds,
    ...tenantKinds,
    ...modeKinds,
    ...unnamedKinds,
    ...limitKinds,
    ...crowdKinds,
    ...otherTypeKinds,
    ...rateKinds,
  ])
}
