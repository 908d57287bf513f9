// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// What tokens do that a sender must not take for a payment. Its owner chooses the fault.
contract FaultyToken is TestToken {
    enum Fault {
        None,
        /// Every transfer reverts, as when a token is paused or an account is on its list.
        Paused,
        /// It says false, moves nothing and logs nothing.
        Silent,
        /// It keeps a tenth: less arrives than was sent, and the log says so.
        Taxed,
        /// It logs a transfer that did not happen.
        Pretended,
        /// It moves the tokens and logs the transfer twice.
        LoggedTwice
    }

    Fault public fault;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TestToken(name_, symbol_, decimals_) {}

    function setFault(Fault fault_) external onlyOwner {
        fault = fault_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (fault == Fault.Paused) revert("paused");
        if (fault == Fault.Silent) return false;
        if (fault == Fault.Taxed) return super.transfer(to, value - value / 10);
        if (fault == Fault.LoggedTwice) super.transfer(to, value);
        if (fault == Fault.None) return super.transfer(to, value);
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
