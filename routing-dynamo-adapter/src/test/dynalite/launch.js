// SPDX-License-Identifier: Apache-2.0
'use strict'
// A free loopback port, one line "READY <port>", and an end when stdin closes: so it ends with the JVM that started it.
const server = require('dynalite')({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
server.listen(0, '127.0.0.1', () => console.log('READY ' + server.address().port))
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
// dynalite throws, and would end, where a client goes away in the middle of a call; what it stands for would not.
process.on('uncaughtException', error => {
  if (error.code !== 'ECONNRESET') {
    console.error(error)
    process.exit(1)
  }
})
