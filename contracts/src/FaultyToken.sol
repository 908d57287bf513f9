// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {TestToken} from "./TestToken.sol";

/// Anybody can write a log that looks like a transfer of a token.
contract Pretender {
    function pretend(address from, address to, uint256 value) external returns (bool) {
        emit IERC20.Transfer(from, to, value);
        return true;
    }
}

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
        /// It moves nothing, and another contract logs the transfer.
        Pretended,
        /// It moves the tokens and logs the transfer twice.
        LoggedTwice
    }

    Fault public fault;
    Pretender private immutable _pretender = new Pretender();

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TestToken(name_, symbol_, decimals_) {}

    function setFault(Fault fault_) external onlyOwner {
        fault = fault_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (fault == Fault.Paused) revert("paused");
        if (fault == Fault.Silent) return false;
        if (fault == Fault.Taxed) return super.transfer(to, value - value / 10);
        if (fault == Fault.Pretended) return _pretender.pretend(msg.sender, to, value);
        if (fault == Fault.LoggedTwice) emit Transfer(msg.sender, to, value);
        return super.transfer(to, value);
    }
}
