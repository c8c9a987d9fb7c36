// SPDX-License-Identifier: Apache-2.0
const encoder = new TextEncoder();

/** The request with a signature for the origin; `client` is the address that the network saw. */
export async function signed(request, client, key, now = Date.now()) {
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) {
    if (/^(turnout[-_]|signature$|signature-input$)/i.test(name)) headers.delete(name); // the client's own
  }
  headers.set("Turnout-Client-Ip", client);

  const target = request.url.replace(/^[^:]+:\/\/[^/?#]*/, "").replace(/#.*/s, "");
  const mark = (target + "?").indexOf("?");
  const input = '("@method" "@path" "@query" "turnout-client-ip")'
    + `;created=${Math.floor(now / 1000)};keyid="${key.id}";alg="hmac-sha256"`;
  const base = [
    `"@method": ${request.method}`,
    `"@path": ${target.slice(0, mark)}`,
    `"@query": ${target.slice(mark) || "?"}`,
    `"turnout-client-ip": ${client}`,
    `"@signature-params": ${input}`,
  ].join("\n");

  const secret = await crypto.subtle.importKey(
    "raw", encoder.encode(key.secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", secret, encoder.encode(base));
  headers.set("Signature-Input", `cdn=${input}`);
  headers.set("Signature", `cdn=:${btoa(String.fromCharCode(...new Uint8Array(mac)))}:`);
  return new Request(request, { headers });
}
