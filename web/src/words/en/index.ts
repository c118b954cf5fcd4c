/** All sentences of this language, a file for each part of the page. */
import account from "./account.json";
import bombay from "./bombay.json";
import borneo from "./borneo.json";
import common from "./common.json";
import home from "./home.json";
import learn from "./learn.json";
import replay from "./replay.json";
import table from "./table.json";

export default { account, bombay, borneo, common, home, learn, replay, table };
