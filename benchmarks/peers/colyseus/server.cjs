// node server.cjs PORT memory|fdatasync FOLDER: Colyseus keeps nothing by itself, so each move is written
// to a file and flushed before anybody is told: the same promise as ours.
const fs = require("fs");
const path = require("path");
const { Room, Server } = require("@colyseus/core");
const { ArraySchema, Schema, defineTypes } = require("@colyseus/schema");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { handSizes, moves, newTable } = require("../game.cjs");

const [port, storage, folder] = process.argv.slice(2);
const log = storage === "fdatasync" ? fs.openSync(path.join(folder, "colyseus.log"), "a") : null;

function shuffle(cards) {
  const order = cards.slice();
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

class OpenTable extends Schema {
  constructor() {
    super();
    this.seq = 0;
    this.seat = 0;
    this.deck = 0;
    this.row = new ArraySchema();
    this.railyards = new ArraySchema();
    this.handSizes = new ArraySchema(0, 0, 0, 0);
  }
}
defineTypes(OpenTable, {
  seq: "uint32",
  seat: "uint8",
  deck: "uint8",
  row: ["uint8"],
  railyards: ["uint8"],
  handSizes: ["uint8"],
});

function keep(list, index, value) {
  if (list[index] !== value) list[index] = value;
}

class Table extends Room {
  onCreate() {
    this.maxClients = 5000;
    this.patchRate = null; // patches are sent after each move, below
    this.state = new OpenTable();
    this.table = newTable(shuffle);
    this.seats = {};
    this.show();
    this.onMessage("move", (client, { seat, type, args }) => {
      if (seat !== this.state.seat || this.seats[client.sessionId] !== seat) return;
      moves[type](this.table, seat, shuffle, ...args);
      if (log !== null) {
        fs.writeSync(log, `${JSON.stringify({ room: this.roomId, seq: this.state.seq + 1, seat, type, args })}\n`);
        fs.fdatasyncSync(log);
      }
      this.state.seq++;
      this.state.seat = (seat + 1) % 4;
      this.show();
      client.send("hand", this.table.hands[seat]);
      this.broadcastPatch();
    });
  }
  onJoin(client, { seat }) {
    if (seat >= 0) this.seats[client.sessionId] = seat;
  }
  show() {
    const { state, table } = this;
    state.deck = table.deck.length;
    for (let slot = 0; slot < 5; slot++) keep(state.row, slot, table.row[slot] ?? 9);
    handSizes(table).forEach((size, seat) => keep(state.handSizes, seat, size));
    for (let seat = 0; seat < 4; seat++)
      table.railyards[seat].forEach((count, color) => keep(state.railyards, seat * 8 + color, count));
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define("table", Table).filterBy(["table"]);
server.listen(+port, "127.0.0.1").then(() => console.log("READY"));
