import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const claimBase = 'https://purl.imsglobal.org/spec/lti/claim/'
const deepLinkingBase = 'https://purl.imsglobal.org/spec/lti-dl/claim/'
const clientId = 'lantern-classroom'

type Claims = Record<string, unknown>

/** What a site needs to be told so that it asks a school on this machine. */
export const reachesSchool = { CONNECTION_NETWORKS: '127.0.0.0/8' }

/**
 * A school's learning platform and a tool of it, as a site of its own that browsers come to: it signs launches, names the
 * people of a course, registers tools, and shows whoever it opens for what it was told.
 */
export async function playSchool() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }
  /** What the next launch says beside what every launch says. */
  let launched: Claims = {}
  /** What the tool was told when it was last opened. */
  let opened: Claims = {}
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(pieces).toString('utf8')))
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    const html = (body: string) => response.setHeader('content-type', 'text/html; charset=utf-8').end(body)
    const asked = Object.fromEntries(searchParams)
    switch (pathname) {
      case '/jwks':
        return json({ keys: [jwk] })
      case '/openid':
        return json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          registration_endpoint: `${issuer}/register`,
        })
      case '/register':
        return json({ client_id: `client-${Date.now()}`, [toolClaim]: { deployment_id: '1' } })
      case '/token':
        return json({ access_token: 'token', token_type: 'Bearer', expires_in: 3600 })
      case '/members':
        return json({ members: people.map((name, n) => ({ user_id: `person-${n}`, name, roles: ['Learner'] })) })
      case '/auth': {
        const token = { id_token: tokenFor(asked), state: asked.state ?? '', lti_storage_target: '_parent' }
        return html(postedTo(asked.redirect_uri ?? '', token))
      }
      case '/frame':
        return html(framing(asked.src ?? ''))
      case '/tool/login': {
        const query = new URLSearchParams({
          scope: 'openid',
          response_type: 'id_token',
          response_mode: 'form_post',
          prompt: 'none',
          client_id: asked.client_id ?? '',
          redirect_uri: asked.target_link_uri ?? '',
          login_hint: asked.login_hint ?? '',
          state: 'state',
          nonce: 'nonce',
        })
        const next = `${asked.iss}/lti/auth?${query}`
        if (!asked.lti_storage_target) return response.writeHead(303, { location: next }).end()
        const keep = { subject: 'lti.put_data', key: 'state', value: 'kept at the beginning' }
        return html(asking(asked.iss ?? '', keep, `location.replace(${JSON.stringify(next)})`))
      }
      case '/tool/launch':
        opened = JSON.parse(saidIn(form) || '{}')
        return html(
          `<!doctype html><meta charset="utf-8"><title>Tool</title><h1>Tool</h1>
          <form method="post" action="/tool/finish"><button>Finish</button></form><pre>${escaped(saidIn(form))}</pre>
          <output></output>${form.lti_storage_target ? recalled(opened.iss) : ''}`,
        )
      case '/tool/choose':
        return html(choiceFor(JSON.parse(saidIn(form))))
      case '/tool/finish':
        return html(`<!doctype html><title>Tool</title><h1>${await sendScore()}</h1>`)
      case '/return':
        return html(`<!doctype html><meta charset="utf-8"><title>Course</title><h1>${escaped(chosenIn(form))}</h1>`)
      default:
        return response.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // it ends with whoever plays it
  server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function tokenFor({ client_id = '', nonce = '' }: Record<string, string>): string {
    const now = Math.floor(Date.now() / 1000)
    const told = {
      ...{ iss: issuer, aud: client_id, nonce, iat: now, exp: now + 60, sub: 'teacher-1', name: '沈若川' },
      [`${claimBase}version`]: '1.3.0',
      [`${claimBase}message_type`]: 'LtiResourceLinkRequest',
      [`${claimBase}deployment_id`]: '1',
      [`${claimBase}resource_link`]: { id: 'link-1' },
      [`${claimBase}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'],
      ...launched,
    }
    return signed(told)
  }

  function signed(said: Claims): string {
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
    const text = `${part({ alg: 'RS256', kid: 'key-1' })}.${part(said)}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }

  /** For a minute, by the tool. */
  function said(by: unknown, to: unknown): Claims {
    const now = Math.floor(Date.now() / 1000)
    return { iss: by, sub: by, aud: to, iat: now, exp: now + 60, jti: randomUUID(), nonce: randomUUID() }
  }

  /** The deep linking answer: one link with a line item of 20 points. */
  function choiceFor({ iss, aud, ...claims }: Claims): string {
    const settings = claims[`${deepLinkingBase}deep_linking_settings`] as { deep_link_return_url: string }
    const choice = {
      type: 'ltiResourceLink',
      title: '机翼的升力',
      url: `${issuer}/tool/launch`,
      lineItem: { label: '升力', scoreMaximum: 20 },
    }
    const answer = {
      ...said(aud, iss),
      [`${claimBase}message_type`]: 'LtiDeepLinkingResponse',
      [`${claimBase}version`]: '1.3.0',
      [`${claimBase}deployment_id`]: '1',
      [`${deepLinkingBase}content_items`]: [choice],
    }
    return postedTo(settings.deep_link_return_url, { JWT: signed(answer) })
  }

  /** Sends a score of 18 of 20, completed, for the person who opened the tool. Answers the HTTP status. */
  async function sendScore(): Promise<number> {
    const { lineitem } = opened['https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'] as { lineitem: string }
    const tokenUrl = `${opened.iss}/lti/token`
    const asked = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: signed(said(opened.aud, tokenUrl)),
        scope: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
      }),
    })
    const { access_token: token } = (await asked.json()) as { access_token: string }
    const score = {
      ...{ userId: opened.sub, scoreGiven: 18, scoreMaximum: 20, timestamp: new Date().toISOString() },
      ...{ activityProgress: 'Completed', gradingProgress: 'FullyGraded' },
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.ims.lis.v1.score+json' }
    return (await fetch(`${lineitem}/scores`, { method: 'POST', headers, body: JSON.stringify(score) })).status
  }

  return {
    issuer,
    /** What an admin says of it here, as a platform and as a tool. */
    platform: {
      issuer,
      clientId,
      authUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      jwksUrl: `${issuer}/jwks`,
      deploymentIds: ['1'],
    },
    tool: {
      loginUrl: `${issuer}/tool/login`,
      launchUrl: `${issuer}/tool/launch`,
      jwksUrl: `${issuer}/jwks`,
      chooseUrl: `${issuer}/tool/choose`,
      redirectUrls: [],
      sendsName: false,
      sendsMail: false,
    },
    /** As `open`, in a frame of the platform, which keeps what the frame asks it to. */
    openFramed(site: string, platformId: string, target: string, claims: Claims = {}): string {
      const src = `${this.open(site, platformId, target, claims)}&lti_storage_target=_parent`
      return `${issuer}/frame?${new URLSearchParams({ src })}`
    },
    /** Where a browser begins that opens a link of a course there. */
    open(site: string, platformId: string, target: string, claims: Claims = {}): string {
      launched = { [`${claimBase}target_link_uri`]: target, ...claims }
      const said = { iss: issuer, login_hint: 'hint', target_link_uri: target, client_id: clientId }
      return `${site}/lti/login/${platformId}?${new URLSearchParams(said)}`
    },
  }
}

const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration'
const people = ['安知夏', '白屿', '陈牧野']

/** A teacher who wants to choose. */
export const wantsToChoose = (issuer: string): Claims => ({
  [`${claimBase}message_type`]: 'LtiDeepLinkingRequest',
  [`${deepLinkingBase}deep_linking_settings`]: {
    deep_link_return_url: `${issuer}/return`,
    accept_types: ['ltiResourceLink'],
    accept_presentation_document_targets: ['iframe', 'window'],
  },
})

/** From a course whose people can be asked for. */
export const fromCourse = (issuer: string): Claims => ({
  [`${claimBase}context`]: { id: 'course-1', title: '图形程序设计（周二）' },
  'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
    context_memberships_url: `${issuer}/members`,
    service_versions: ['2.0'],
  },
})

function postedTo(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return `<!doctype html><form method="post" action="${action}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
}

/** A page of a tool that asks the page around it to keep something or to give it back, and then goes on. */
function asking(origin: unknown, message: object, then: string): string {
  const sent = JSON.stringify({ ...message, message_id: '1' })
  return `<!doctype html><script>
    addEventListener('message', ({ data, origin }) => {
      if (origin === ${JSON.stringify(origin)} && data.message_id === '1') { ${then} }
    })
    parent.postMessage(${sent}, ${JSON.stringify(origin)})
  </script>`
}

const recalled = (origin: unknown) =>
  asking(origin, { subject: 'lti.get_data', key: 'state' }, `document.querySelector('output').textContent = data.value`)

/** A page of the platform with a frame for which it keeps things; it says how many. */
function framing(src: string): string {
  return `<!doctype html><title>Course</title><output>0</output><iframe src="${escaped(src).replaceAll('"', '&quot;')}"></iframe><script>
    const kept = new Map()
    addEventListener('message', ({ data, source, origin }) => {
      if (data.subject === 'lti.put_data') kept.set(data.key, data.value)
      document.querySelector('output').textContent = String(kept.size)
      const answer = { subject: data.subject + '.response', message_id: data.message_id, key: data.key }
      source.postMessage({ ...answer, value: kept.get(data.key) }, origin)
    })
  </script>`
}

/** What a posted token says, as text. */
function saidIn({ id_token = '', JWT = id_token }: Record<string, string>): string {
  return Buffer.from(JWT.split('.')[1] ?? '', 'base64url').toString('utf8')
}

/** The title of the first content item in a deep linking response. */
function chosenIn(form: Record<string, string>): string {
  const claims = JSON.parse(saidIn(form) || '{}') as Record<string, { title: string }[]>
  return claims[`${deepLinkingBase}content_items`]?.[0]?.title ?? ''
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
