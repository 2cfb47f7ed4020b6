import { Agent } from 'node:http'
import { connect } from 'node:net'
import { CommonClient } from 'tencentcloud-sdk-nodejs-common'
import type { TencentSettings } from './config.ts'

/** Says why a call of the cloud failed, without the request: that may hold a phone or the number of a paper. */
class CloudError extends Error {
  readonly code: string

  constructor(action: string, code: string, requestId: string) {
    super(`${action} failed with ${code} (request ${requestId || 'unknown'})`)
    this.code = code
  }
}

export interface CloudService {
  /** The name in the address: sms, faceid. */
  name: string
  version: string
}

/** One call of Tencent Cloud by its official client, which signs it (TC3-HMAC-SHA256). Throws CloudError. */
export async function callCloud(
  settings: TencentSettings,
  service: CloudService,
  action: string,
  parameters: Record<string, unknown>,
): Promise<unknown> {
  const host = `${service.name}.tencentcloudapi.com`
  const client = new CommonClient(host, service.version, {
    credential: { secretId: settings.secretId, secretKey: settings.secretKey },
    region: settings.region,
    profile: {
      signMethod: 'TC3-HMAC-SHA256',
      httpProfile: {
        endpoint: host,
        reqMethod: 'POST',
        reqTimeout: 10,
        protocol: settings.gateway ? 'http://' : 'https://',
        ...(settings.gateway && { agent: throughGateway(settings.gateway) }),
      },
    },
  })
  try {
    return await client.request(action, parameters)
  } catch (error) {
    // the client's own error carries the request; only what names the fault goes on
    const { code = 'NoAnswer', requestId = '' } = error as { code?: string; requestId?: string }
    throw new CloudError(action, String(code), String(requestId))
  }
}

/** Sends to another address what is meant, and signed, for the cloud's own. */
function throughGateway(address: string): Agent {
  const { hostname, port } = new URL(address)
  const agent = new Agent()
  agent.createConnection = () => connect(Number(port) || 80, hostname)
  return agent
}
